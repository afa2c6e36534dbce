// Translates fingers and wheels into the mouse events that the window knows: one finger is the left button, two are the
// right button, and pinching is the wheel.

const kNotch = 1.1; // the zoom by one notch, as in the window
const kPerNotch = [100, 3, 1]; // deltaY of a notch by deltaMode: pixels, lines, pages
const kMasks = [1, 4, 2, 8, 16]; // masks of the buttons of a mouse in MouseEvent.buttons
const kTicksPerNotch = 120; // wheelDeltaY of a notch, whatever the system scrolls by

/** The notches that a wheel has turned by, positive away from the user; a part of one where it turns finely. */
export function notchesOf({ deltaY, deltaMode, wheelDeltaY }) {
  // The wheelDeltaY of a wheel with notches is a multiple of one notch, while its deltaY follows the user's settings.
  // The wheelDeltaY of a touchpad is three times its pixels.
  const isNotched = wheelDeltaY && wheelDeltaY % kTicksPerNotch === 0 && wheelDeltaY !== -3 * deltaY;
  return isNotched ? wheelDeltaY / kTicksPerNotch : -deltaY / kPerNotch[deltaMode];
}

/** The notches that zoom by a factor. */
const notchesFor = (factor) => Math.log(factor) / Math.log(kNotch);

/**
 * Returns whether the page itself has a use for a key: Tab moves the focus, and a button or a field that has the focus
 * takes its own keys.
 */
function isOfPage({ key, target }) {
  return key === 'Tab' || isPress({ key, target }) || Boolean(target.closest?.('input, textarea, select, dialog'));
}

/** Returns whether a key presses the button that has the focus. */
function isPress({ key, target }) {
  return [' ', 'Enter'].includes(key) && Boolean(target.closest?.('button, a'));
}

/** `isFrame`: the page is part of another, whose reader scrolls past the canvas until it has the focus. */
export function gestures(canvas, isFrame) {
  let button = null; // that is held
  let spread = 0; // distance of two fingers at the last event
  let holdsControl = false; // whether the key itself is down: a pinch of a touchpad pretends that it is
  let isOwn = false; // while an event that is made here is on its way

  const mouse = (type, place, which) =>
    canvas.dispatchEvent(new MouseEvent(type, {
      clientX: place.x, clientY: place.y, button: which ?? 0, bubbles: true, cancelable: true,
    }));
  // The compiler's GLFW hands deltaY on to the window, which takes it for notches, positive away from the user.
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
      // A finger that stays after a pinch does nothing.
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

  // A drag goes on outside of the canvas, and ends where its button is released: the compiler's GLFW takes only the
  // events of the canvas, and would take the button for held. A release that the page does not see, such as over a
  // dialog of the system, shows at the next move.
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
      event.stopImmediatePropagation(); // the page around scrolls
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    // Browsers tell of a pinch on a touchpad as a wheel with Ctrl, and 100 for each factor of e.
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
    // Keys of the window that browsers have a use for.
    if (event.key === 'F1' || (event.ctrlKey && event.key === 's')) event.preventDefault();
  });
}
