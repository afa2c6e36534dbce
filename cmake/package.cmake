# A portable build also installs manual pages, completion and an entry in menus, and makes a Debian package.
set(pages ${CMAKE_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${pages}/share/man/man1/gpubuck.1.gz
                   COMMAND ${CMAKE_SOURCE_DIR}/packaging/linux/make-pages $<TARGET_FILE:gpubuck> ${pages}
                   DEPENDS gpubuck ${CMAKE_SOURCE_DIR}/packaging/linux/make-pages VERBATIM)
add_custom_target(gpubuck_pages ALL DEPENDS ${pages}/share/man/man1/gpubuck.1.gz)
install(DIRECTORY ${pages}/share/ DESTINATION ${CMAKE_INSTALL_DATADIR})
install(FILES packaging/linux/gpubuck.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/linux/gpubuck.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
install(FILES web/icon.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps RENAME gpubuck.svg)
install(FILES LICENSE CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${CMAKE_BINARY_DIR}/third_party.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME THIRD-PARTY)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gpubuck)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# Debian's policy wants a name and an address in angle brackets (5.6.2). The authors publish no address, so this is an
# address that cannot exist (RFC 2606). To reach the authors, use the issues of the repository, or follow SECURITY.md.
set(CPACK_PACKAGE_CONTACT "the gpubuck authors <authors@gpubuck.invalid>")
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};gpubuck;Unspecified;/") # the Python module is a wheel
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "neighbours by GPU bucket sort, and fluids simulated with it")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Sorts into buckets, finds the neighbours of points and simulates fluids of
dissipative particles on any GPU with OpenGL 3.3, in a window or without.
The package has the program, and the C++ library with its headers.")
# dpkg-shlibdeps finds the packages of the libraries that are linked. OpenGL, the libraries of the window and ffmpeg are
# looked for at run time.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(recommended libegl1 libegl-mesa0 libgl1 libgl1-mesa-dri libx11-6 libxcursor1 libxi6 libxrandr2 libxinerama1)
list(JOIN recommended ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS ffmpeg)
include(CPack)
