// The figures of the sort on the page "Sorting by drawing". They show the textures of the engine after each phase.

const at = (id) => document.getElementById(id);

/** Returns an element with these properties, and with the given elements or texts in it. */
function element(tag, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
}
const kElements = 512;
const seeded = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};
const randomBuckets = (buckets) => {
  const next = seeded(7);
  return Uint32Array.from({ length: kElements }, () => Math.floor(next() * buckets));
};
const pointsOf = (phases) => phases.reduce((sum, { points }) => sum + points, 0);

const kWords = {
  cleared: () => 'All heads are empty, and no element is placed.',
  scattered: ({ points }) => (points > 0
    ? `Scatter: ${points} ${points === 1 ? 'point was' : 'points were'} drawn. The last point on each head texel stays.`
    : 'Scatter: the occlusion query counts 0 points, so the sort is done.'),
  linked: () => 'Update: an element that stayed is placed; each of the others points at the head of its bucket.',
};

/** Figure 1 of the paper, with elements that the reader moves. */
export function sortFigure(engine) {
  const kBuckets = 4;
  const bucketOf = [0, 2, 3, 2, 0, 1, 3, 3];
  let phases = [];
  let shown = 0;

  const boxes = Array.from({ length: kBuckets }, (_, bucket) => {
    const box = element('div', { className: 'bucket' }, element('span', {}, `bucket ${bucket}`));
    box.dataset.bucket = bucket;
    at('elements').append(box);
    return box;
  });
  const buttons = bucketOf.map((_, number) => {
    const button = element('button', { className: 'element' }, number);
    const bucketUnder = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest('.bucket');
    button.onpointerdown = (event) => button.setPointerCapture(event.pointerId);
    button.onpointermove = (event) => {
      if (!button.hasPointerCapture(event.pointerId)) return;
      boxes.forEach((box) => box.classList.toggle('over', box === bucketUnder(event)));
    };
    const leave = () => boxes.forEach((box) => box.classList.remove('over'));
    button.onpointercancel = leave;
    button.onpointerup = (event) => {
      const box = bucketUnder(event);
      leave();
      if (box) move(number, Number(box.dataset.bucket));
    };
    button.onkeydown = (event) => {
      const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(number, (bucketOf[number] + by + kBuckets) % kBuckets);
      button.focus();
    };
    return button;
  });

  function move(number, bucket) {
    if (bucketOf[number] === bucket) return;
    bucketOf[number] = bucket;
    begin();
  }

  const word = (id) => (id === -1 ? '–' : id);
  function show() {
    const { head, next, placed } = phases[shown];
    const before = phases[shown - 1];
    const cell = (value, isPlaced, hasChanged) =>
      element('td', { className: `${isPlaced ? 'placed ' : ''}${hasChanged ? 'changed' : ''}` }, word(value));
    const row = (name, values, old, isPlaced) => element('tr', {}, element('th', { scope: 'row' }, name),
      ...Array.from(values, (value, k) => cell(value, isPlaced?.[k], old && old[k] !== value)));
    at('textures').replaceChildren(
      element('caption', {}, 'The textures, read from the GPU. Tinted: placed. Framed: changed.'),
      row('bucket or element', bucketOf.map((_, k) => k)), row('mapping', bucketOf), row('head', head, before?.head),
      row('next', next, before?.next, placed));
    buttons.forEach((button, number) => {
      button.classList.toggle('placed', placed[number]);
      button.setAttribute('aria-label',
                          `Element ${number}, bucket ${bucketOf[number]}${placed[number] ? ', placed' : ''}`);
    });
    at('lists').replaceChildren(...Array.from(head, (first, bucket) => {
      const list = [];
      for (let i = first; i !== -1 && list.length < bucketOf.length; i = next[i]) list.push(i);
      return element('p', {}, `List of bucket ${bucket}: ${list.join(' → ') || 'empty'}`);
    }));
    const said = kWords[phases[shown].name](phases[shown]);
    at('sort-shown').textContent = `Phase ${shown + 1} of ${phases.length}. ${said}`;
    rest(at('sort-back'), shown === 0);
    for (const id of ['sort-next', 'sort-all']) rest(at(id), shown === phases.length - 1);
  }

  function begin() {
    buttons.forEach((button, element) => boxes[bucketOf[element]].append(button));
    phases = engine.traceSort(bucketOf, kBuckets);
    shown = 0;
    show();
  }
  const go = (to) => () => {
    shown = Math.max(0, Math.min(phases.length - 1, to()));
    show();
  };
  at('sort-back').onclick = go(() => shown - 1);
  at('sort-next').onclick = go(() => shown + 1);
  at('sort-all').onclick = go(() => phases.length - 1);
  begin();
}

/** Marks a button that does nothing now. A disabled button would lose the focus, and the reader's place with it. */
export function rest(button, rests) {
  button.setAttribute('aria-disabled', rests);
}

/** Returns a function that runs `work` before the next picture, only once even if it is called several times. */
export function once(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}

/** Draws a bar per round. The height of a bar is the number of points that its round draws. */
function drawBars(canvas, values, most) {
  const { width, height } = canvas;
  const style = getComputedStyle(document.body);
  const drawing = canvas.getContext('2d');
  drawing.clearRect(0, 0, width, height);
  const step = Math.min(40, (width - 10) / values.length);
  values.forEach((value, k) => {
    const tall = (value / most) * (height - 20);
    drawing.fillStyle = style.getPropertyValue('--accent');
    drawing.fillRect(5 + k * step, height - tall, Math.max(1, step - 2), tall);
  });
}

export function partsFigure(engine) {
  const show = () => {
    const [each, parts] = [Number(at('per-bucket').value), Number(at('parts').value)];
    at('per-bucket-shown').textContent = each;
    at('parts-shown').textContent = parts;
    const buckets = Math.max(1, Math.round(kElements / each));
    const bucketOf = randomBuckets(buckets);
    const phases = engine.traceSort(bucketOf, buckets, { subBuffers: parts });
    const rounds = phases.filter(({ name }) => name === 'scattered');
    const drawn = rounds.map(({ points }) => points).filter((points) => points > 0);
    const turns = engine.traceSort(bucketOf, buckets, { subBuffers: parts, partition: 'turns' });
    const said = `The paper's sort draws ${pointsOf(rounds)} points for ${kElements} elements, ` +
      `${(pointsOf(rounds) / kElements).toFixed(2)} per element, in ${drawn.length} rounds. ` +
      `A sort in turns draws ${pointsOf(turns)} points.`;
    drawBars(at('rounds'), drawn, Math.max(...drawn, 1));
    at('rounds').setAttribute('aria-label', said);
    at('parts-text').textContent = said;
  };
  at('per-bucket').oninput = at('parts').oninput = once(show);
  show();
}

export function resortFigure(engine) {
  const kBuckets = 128;
  const show = () => {
    const count = Number(at('moved').value);
    at('moved-shown').textContent = count;
    const bucketOf = randomBuckets(kBuckets);
    const movedTo = bucketOf.map((bucket, k) => (k * 211 % kElements < count ? (bucket + 1) % kBuckets : bucket));
    const phases = engine.traceSort(bucketOf, kBuckets, { movedTo });
    const [sort, resort] = [false, true].map((isResort) =>
      pointsOf(phases.filter((each) => each.isResort === isResort)));
    at('bar-sort').style.width = `${(sort / 1200) * 70}%`;
    at('bar-resort').style.width = `${(resort / 1200) * 70}%`;
    at('resort-text').textContent = `The sort of all elements draws ${sort} points, the re-sort of ${count} moved ` +
      `${count === 1 ? 'element' : 'elements'} draws ${resort}.`;
  };
  at('moved').oninput = once(show);
  show();
}
