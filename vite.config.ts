import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.PREGONERO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'src/web',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Content-Security-Policy allows no inline script and no data: address for scripts or styles.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      input: ['src/web/index.html', 'src/web/reference.html'],
      output: {
        codeSplitting: {
          // Whichever chunk comes first, zod has been told of the policy before it is used.
          groups: [{ name: 'zod', test: /content-policy\.ts$|node_modules\/zod\// }],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The request's own host is what the server's origin check trusts.
    proxy: Object.fromEntries(
      ['/api', '/webhooks', '/healthz', '/readyz'].map(path => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
})
