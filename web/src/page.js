// Elements of the page, all native: whatever a reader of screens or a keyboard does with them works.

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name in element && name !== 'role') element[name] = value; else element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function choice(id, label, options, value, use) {
  const select = make('select', { id }, ...options.map(([key, text]) => make('option', { value: key, textContent: text, selected: key === value })));
  select.onchange = () => use(select.value);
  return make('label', {}, `${label} `, select);
}

export function tick(id, label, value, use) {
  const box = make('input', { id, type: 'checkbox', checked: value });
  box.onchange = () => use(box.checked);
  return make('label', {}, box, ` ${label}`);
}

const HEADS = ['joint', 'quantity', 'peak', 'unit', 'limit', 'share', 'at t [s]'];

export function peaks(runs) {
  const tables = runs.filter(run => run.peaks.length).map(run => make('table', {},
    make('caption', { textContent: run.label }),
    make('thead', {}, make('tr', {}, ...HEADS.map(text => make('th', { scope: 'col', textContent: text })))),
    make('tbody', {}, ...run.peaks.map(row => make('tr', {}, ...row.map(text => make('td', { textContent: text })))))));
  return tables.length ? make('details', {}, make('summary', { textContent: 'Peaks as a table' }), make('div', { className: 'tables', tabIndex: 0, role: 'region', 'aria-label': 'Peaks' }, ...tables)) : null;
}
