// Runs before the first paint, so that nobody who chose light sees a dark flash.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }
} catch {
  // Without storage the page stays dark, its default.
}
