// Runs before the first paint, so that the light theme does not begin with a dark flash.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }
} catch {
  // Without storage the page stays dark, its default.
}
