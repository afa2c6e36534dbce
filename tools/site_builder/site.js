// Helps readers without a mouse: code and tables that scroll can have the focus, and the search field has a name.
addEventListener('load', () => {
  for (const each of document.querySelectorAll('pre > code, .md-typeset__scrollwrap, .md-search__scrollwrap')) {
    each.tabIndex = 0;
  }
  document.querySelector('.md-search')?.setAttribute('aria-label', 'Search');
});
