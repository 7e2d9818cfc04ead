// Runs before the first paint, so that the light theme does not begin with a dark flash.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }
} catch {
  // Without storage the page stays dark, its default.
}

// The first number format loads the browser's locale data, which takes 10 to 20 ms: do it while the page waits for
// its scripts, not while a screen renders.
setTimeout(() => new Intl.NumberFormat('es-ES'))
