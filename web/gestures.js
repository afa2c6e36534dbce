// What fingers and wheels do, as the mouse events that the window knows: one finger is the left button, two are the
// right button, and pinching is the wheel. A wheel is handed on in whole notches, however finely it turns.

const kNotch = 1.1; // what a notch zooms by
const kPixelsPerNotch = 100;

export function gestures(canvas) {
  let button = null; // that is held
  let spread = 0; // of two fingers, at the last notch
  let turned = 0; // of the wheel, since the last notch

  const mouse = (type, place, which) =>
    canvas.dispatchEvent(new MouseEvent(type, {
      clientX: place.x, clientY: place.y, button: which ?? 0, bubbles: true, cancelable: true,
    }));
  const wheel = (notches, place) =>
    canvas.dispatchEvent(new WheelEvent('wheel', {
      clientX: place.x, clientY: place.y, deltaY: -kPixelsPerNotch * notches, bubbles: true, cancelable: true,
    }));

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
    mouse('mousemove', last);
    if (count < 2) return;
    const notches = Math.trunc(Math.log(distance(event.touches) / spread) / Math.log(kNotch));
    if (notches === 0) return;
    spread *= kNotch ** notches;
    wheel(notches, last);
  }
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    window.addEventListener(type, touched, { capture: true, passive: false });
  }

  window.addEventListener('wheel', (event) => {
    if (!event.isTrusted || event.target !== canvas) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    turned += event.deltaY * (event.deltaMode === 0 ? 1 : kPixelsPerNotch / 3);
    const notches = Math.trunc(turned / kPixelsPerNotch);
    if (notches === 0) return;
    turned -= notches * kPixelsPerNotch;
    wheel(-notches, { x: event.clientX, y: event.clientY });
  }, { capture: true, passive: false });

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('mousedown', () => canvas.focus());
  window.addEventListener('keydown', (event) => {
    // Keys of the window that browsers have a use for.
    if (event.key === 'F1' || (event.ctrlKey && event.key === 's')) event.preventDefault();
  });
}
