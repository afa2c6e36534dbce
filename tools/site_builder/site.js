// Helps readers who use no mouse: code and tables that scroll can get the focus, and the search field has a name.
addEventListener('load', () => {
  for (const each of document.querySelectorAll('pre > code, .md-typeset__scrollwrap, .md-search__scrollwrap')) {
    each.tabIndex = 0;
  }
  document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
});
