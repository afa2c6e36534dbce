# shellcheck shell=bash
# Functions for the scripts of this folder, which try the files of a release on other systems. Each of these systems is
# a folder with a Debian or Ubuntu in it.

# makeHost NAME SUITE PACKAGE...: makes the folder build/hosts/NAME, a minimal Debian or Ubuntu with these packages.
makeHost() {
  local root=build/hosts/$1 suite=$2 packages components=main
  packages=$(IFS=,; echo "${*:3}")
  if [ "$(cat "$root.packages" 2>/dev/null)" = "$suite $packages" ]; then return; fi
  if [ "$(id -u)" -ne 0 ]; then
    echo "packaging/host.sh: $1: only root can run commands in another system (chroot)" >&2
    return 1
  fi
  # After an interrupted mmdebstrap, /proc and /dev of this machine remain mounted in the folder.
  if grep -qF " $PWD/$root/" /proc/mounts; then
    echo "packaging/host.sh: $root: something is mounted there; unmount it first" >&2
    return 1
  fi
  rm -rf --one-file-system "$root"
  mkdir -p build/hosts
  [ "$suite" != noble ] || components=main,universe # of Ubuntu; Debian's main has the same packages
  mmdebstrap --quiet --variant=minbase --components="$components" ${packages:+--include="$packages"} "$suite" "$root" ||
    return
  echo "$suite $packages" >"$root.packages"
}

# The names of the systems without OpenGL and X (hosts_without), and of the systems with Mesa and a virtual display
# (hosts_with). hosts_with includes Ubuntu if this system has the keys of Ubuntu's packages.
hosts_without=(debian-12 debian-13)
hosts_with=(debian-12-mesa debian-13-mesa)
[ ! -f /usr/share/keyrings/ubuntu-archive-keyring.gpg ] || hosts_with+=(ubuntu-24.04-mesa)
makeKnownHost() {
  local mesa=(libegl1 libegl-mesa0 libgl1 libglx-mesa0 libgl1-mesa-dri libx11-6 libxcursor1 libxi6 libxrandr2
    libxinerama1 xvfb xauth)
  case $1 in
    debian-12) makeHost "$1" bookworm python3-numpy python3-venv ;;
    debian-12-egl) # of OpenGL, only the packages that the error about missing OpenGL names
      makeHost "$1" bookworm python3-numpy python3-venv python3-ase libegl1 libegl-mesa0 libgl1-mesa-dri
      ;;
    debian-12-mesa) makeHost "$1" bookworm desktop-file-utils shared-mime-info xdg-utils "${mesa[@]}" ;;
    debian-13) makeHost "$1" trixie python3-numpy python3-venv ;;
    debian-13-mesa) makeHost "$1" trixie "${mesa[@]}" ;;
    ubuntu-24.04-mesa) makeHost "$1" noble "${mesa[@]}" ;;
  esac
}

# onHost NAME COMMANDS: runs shell commands on the host NAME, without network and without variables of this system.
# Stops and fails at the first command that fails. The commands run in the folder /try, which has only the files of the
# array host_files.
onHost() {
  local root=build/hosts/$1
  rm -rf --one-file-system "$root/try"
  mkdir "$root/try"
  cp -r "${host_files[@]}" "$root/try"
  # shellcheck disable=SC2016
  unshare --mount --net --pid --fork bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mkdir -p "$1/dev/shm" &&
      exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/try LC_ALL=C.UTF-8 LP_NUM_THREADS=0 GALLIVM_PERF=nopt \
        chroot "$1" sh -euc "cd /try
$2"' - "$root" "$2"
}

# tested TEXT: writes a line of the report of tools/release.
tested() { printf 'tested: %s\n' "$*"; }
