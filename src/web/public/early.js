// Runs before the first paint, so that the light theme does not begin with a dark flash.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.mantineColorScheme = 'light'
  }
} catch {
  // Without storage the page stays dark, its default.
}

// A browser reads what it knows of languages for its first format, which takes 10 to 20 ms: while the page waits
// for its scripts, and not while a screen is drawn.
setTimeout(() => new Intl.NumberFormat('es-ES'))
