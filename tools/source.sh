# shellcheck shell=bash
# Functions that fetch source packages of the distribution (Debian, Ubuntu), for the other scripts of this folder.

# prepareSources FOLDER: reads the list of source packages into FOLDER, an absolute path, for sourceAptGet. It uses a
# copy of the machine's package sources with "deb" changed to "deb-src". The configuration of apt-get does not change,
# and root is not needed.
prepareSources() {
  local file
  sources=$1
  mkdir -p "$sources/sources" "$sources/lists/partial" "$sources/cache/archives/partial"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -nE 's/^ *deb +/deb-src /p' "$file" >"$sources/sources/$(basename "$file" .list).list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed -E 's/^Types:.*/Types: deb-src/' "$file" >"$sources/sources/$(basename "$file")"
  done
  sourceAptGet update
}

# sourceAptGet WORD...: runs apt-get with the lists of prepareSources.
sourceAptGet() {
  apt-get -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$sources/sources" \
    -o Dir::State::lists="$sources/lists" -o Dir::Cache="$sources/cache" -o APT::Sandbox::User= "$@"
}

# fetchSource FOLDER PACKAGE...: unpacks the original sources of the packages, without the distribution's patches, as
# FOLDER/PACKAGE.
fetchSource() {
  local folder package
  mkdir -p "$1"
  folder=$(realpath "$1")
  shift
  prepareSources "$folder/apt" || return
  for package in "$@"; do
    (cd "$folder/apt" && sourceAptGet source --download-only --only-source "$package") || return
    rm -rf "${folder:?}/$package"
    mkdir "$folder/$package"
    tar -xf "$folder/apt/${package}"_*.orig.tar.* -C "$folder/$package" --strip-components 1 || return
  done
}
