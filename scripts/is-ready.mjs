// Exits with status 0 if the Pregonero of this machine is ready, else with 1: for health checks.

const port = process.env.PORT || '8080'
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
process.exitCode = answer?.ok ? 0 : 1
