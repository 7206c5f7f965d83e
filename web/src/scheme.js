// Light or dark: as the system is set, or as the address says with #light or #dark; a page around this one does so.

export class Scheme {
  constructor() {
    this.media = matchMedia('(prefers-color-scheme: dark)');
    this.watchers = [() => document.documentElement.setAttribute('data-scheme', this.dark ? 'dark' : 'light')];
    const changed = () => this.watchers.forEach(watcher => watcher());
    this.media.addEventListener('change', changed);
    addEventListener('hashchange', changed);
    changed();
  }
  get dark() {
    return { '#dark': true, '#light': false }[location.hash] ?? this.media.matches;
  }
}
