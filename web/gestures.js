// Translates fingers and wheels into the mouse events that the window knows. One finger is the left button, two fingers
// are the right button, and a pinch is the wheel.

const kNotch = 1.1; // factor of the zoom by one notch, as in the window
const kPerNotch = [100, 3, 1]; // deltaY of a notch for each deltaMode: pixels, lines, pages
const kMasks = [1, 4, 2, 8, 16]; // masks of the buttons of a mouse in MouseEvent.buttons
const kTicksPerNotch = 120; // wheelDeltaY of a notch, which does not depend on the system's settings

/** Returns by how many notches a wheel has turned, positive away from the user. The number may be a fraction. */
export function notchesOf({ deltaY, deltaMode, wheelDeltaY }) {
  // The wheelDeltaY of a wheel with notches is a multiple of one notch, while its deltaY follows the user's settings.
  // The wheelDeltaY of a touchpad is three times its pixels.
  const isNotched = wheelDeltaY && wheelDeltaY % kTicksPerNotch === 0 && wheelDeltaY !== -3 * deltaY;
  return isNotched ? wheelDeltaY / kTicksPerNotch : -deltaY / kPerNotch[deltaMode];
}

/** Returns the number of notches that zoom by a factor. */
const notchesFor = (factor) => Math.log(factor) / Math.log(kNotch);

/**
 * Returns whether the page itself uses a key: Tab moves the focus, and a button or a field that has the focus takes
 * keys.
 */
function isOfPage({ key, target }) {
  return key === 'Tab' || isPress({ key, target }) || Boolean(target.closest?.('input, textarea, select, dialog'));
}

/** Returns whether a key presses the button that has the focus. */
function isPress({ key, target }) {
  return [' ', 'Enter'].includes(key) && Boolean(target.closest?.('button, a'));
}

/** If `isFrame`, the page is a frame in another page, and wheels scroll that page until the canvas has the focus. */
export function gestures(canvas, isFrame) {
  let button = null; // the button that is held
  let spread = 0; // distance of two fingers at the last event
  let holdsControl = false; // whether the key Ctrl is really down, unlike in a pinch of a touchpad
  let isOwn = false; // true while an event that is made here is dispatched

  const mouse = (type, place, which) =>
    canvas.dispatchEvent(new MouseEvent(type, {
      clientX: place.x, clientY: place.y, button: which ?? 0, bubbles: true, cancelable: true,
    }));
  // The window gets deltaY from emscripten's GLFW and takes it as a number of notches, positive away from the user.
  const wheel = (notches, place) => {
    mouse('mousemove', place);
    isOwn = true;
    canvas.dispatchEvent(new WheelEvent('wheel', {
      clientX: place.x, clientY: place.y, deltaY: notches, bubbles: true, cancelable: true,
    }));
    isOwn = false;
  };

  const middle = (touches) => {
    const all = [...touches].slice(0, 2);
    const mean = (key) => all.reduce((sum, touch) => sum + touch[key], 0) / all.length;
    return { x: mean('clientX'), y: mean('clientY') };
  };
  const distance = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

  let last = { x: 0, y: 0 };
  function touched(event) {
    if (event.target !== canvas) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const count = event.touches.length;
    const wanted = count === 0 ? null : count === 1 ? 0 : 2;
    if (count > 0) last = middle(event.touches);
    if (wanted !== button) {
      // A finger that remains after a pinch does nothing.
      if (button !== null) mouse('mouseup', last, button);
      const begins = wanted !== null && !(button === 2 && wanted === 0);
      button = begins ? wanted : null;
      mouse('mousemove', last);
      if (begins) mouse('mousedown', last, wanted);
      if (count > 1) spread = distance(event.touches);
      return;
    }
    if (count < 2) {
      mouse('mousemove', last);
      return;
    }
    const before = spread;
    spread = distance(event.touches);
    wheel(notchesFor(spread / before), last);
  }
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    window.addEventListener(type, touched, { capture: true, passive: false });
  }

  // A drag continues outside of the canvas, and ends where its button is released. emscripten's GLFW takes only events
  // of the canvas, and would miss the release. A release for which the page gets no event, such as over a dialog of the
  // system, is noticed at the next move.
  const held = new Set(); // buttons of the mouse that were pressed on the canvas
  const release = (which, event) => {
    if (held.delete(which)) mouse('mouseup', { x: event.clientX, y: event.clientY }, which);
  };
  canvas.addEventListener('pointerdown', ({ pointerId, pointerType }) => {
    if (pointerType !== 'touch') canvas.setPointerCapture(pointerId);
  });
  window.addEventListener('mousedown', (event) => {
    if (event.isTrusted && event.target === canvas) held.add(event.button);
  }, { capture: true });
  window.addEventListener('mouseup', (event) => {
    if (!event.isTrusted) return;
    if (event.target === canvas) held.delete(event.button);
    else release(event.button, event);
  }, { capture: true });
  window.addEventListener('mousemove', (event) => {
    if (!event.isTrusted) return;
    for (const which of [...held]) {
      if ((event.buttons & kMasks[which]) === 0) release(which, event);
    }
  }, { capture: true });

  // The program listens to all keys of the page, and would keep Tab for itself.
  for (const type of ['keydown', 'keypress', 'keyup']) {
    window.addEventListener(type, (event) => {
      document.body.classList.toggle('keyboard', event.key === 'Tab' || document.body.classList.contains('keyboard'));
      if (!isOfPage(event)) return;
      event.stopImmediatePropagation();
      if (!isPress(event)) return;
      event.preventDefault(); // Firefox presses no button after a stopped event
      if (type === 'keydown' && !event.repeat) event.target.click();
    }, { capture: true });
  }

  for (const type of ['keydown', 'keyup', 'blur']) {
    window.addEventListener(type, (event) => { holdsControl = type !== 'blur' && event.ctrlKey; }, { capture: true });
  }
  window.addEventListener('wheel', (event) => {
    if (isOwn || event.target !== canvas) return;
    if (isFrame && document.activeElement !== canvas) {
      event.stopImmediatePropagation(); // the surrounding page scrolls
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // Browsers report a pinch on a touchpad as a wheel with Ctrl. Its deltaY is 100 for a zoom by the factor e.
    const isPinch = event.ctrlKey && !holdsControl;
    const notches = isPinch ? notchesFor(Math.exp(-event.deltaY / 100)) : notchesOf(event);
    wheel(notches, { x: event.clientX, y: event.clientY });
  }, { capture: true, passive: false });

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('mousedown', () => {
    document.body.classList.remove('keyboard');
    canvas.focus();
  });
  window.addEventListener('keydown', (event) => {
    // Keys of the window that browsers also use.
    if (event.key === 'F1' || (event.ctrlKey && event.key === 's')) event.preventDefault();
  });
}
