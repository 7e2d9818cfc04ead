// Imported for its side effect: ends this process with SIGTERM when its parent is gone, killed
// without a chance to pass a signal on.

const parent = process.ppid

const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 500).unref()
