import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractRoutes } from './scripts/web/contract-routes.ts'
import { earlyFiles } from './scripts/web/early-files.ts'
import { mantineStyles } from './scripts/web/mantine-styles.ts'
import { narrowFonts } from './scripts/web/narrow-fonts.ts'

const server = process.env.PREGONERO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'src/web',
  plugins: [react(), contractRoutes(), mantineStyles(), narrowFonts(), earlyFiles()],
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
          // A few files rather than a hundred: each costs its headers, and compresses by itself.
          groups: [
            // What the reference of the API shares: out of the next, which would start the dashboard beside it.
            { name: 'tokens', test: /@fontsource|theme\/tokens\.css/ },
            { name: 'first', tags: ['$initial'], test: /^(?!.*(swagger-ui|reference))/ },
            // All that stands around every screen: none is shown without it.
            { name: 'frame', test: /app\/shell\/shell\.tsx$/ },
            { name: 'schemas', test: /node_modules\/zod\// },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2 },
            // What lists of what happened are made of.
            {
              name: 'lists',
              test: /web\/(parts\/(delivery-(words|status)|moment-words|queue\/(pause-banner|use-queue-head)|relative-time|ago)|ui\/(use-fade-in|rows\.module|section-card|page\.|use-now|figure))/,
              minShareCount: 2,
            },
            // What forms share, lists with choices, and all that knows of messages: of them what most know first.
            {
              name: 'controls',
              test: /core\/esm\/components\/(Checkbox|Menu)\//,
              minShareCount: 2,
            },
            {
              name: 'editing',
              test: /web\/(parts\/editing|ui\/(choice-field|use-guarded))/,
              minShareCount: 2,
            },
            {
              name: 'texts',
              test: /message\/(split|bound-message|late-mark)\.ts/,
              minShareCount: 2,
            },
            {
              name: 'payloads',
              test: /shared\/(memoize|time-zone|body\/json-fault|payload\/(payload|key-names)|tradingview\/(suggested|chart-placeholders|generator-token|generated-payload|example-alert)|message\/(button-faults|composed-message|markup\/link-address|template\/(filters|synonyms|template-tokens|stand-ins)))/,
              minShareCount: 2,
            },
            {
              name: 'messages',
              test: /shared\/message\/(alert-message|notification-line)|parts\/example-message/,
              minShareCount: 2,
            },
          ],
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
