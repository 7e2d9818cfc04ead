import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'swagger-ui-dist/swagger-ui.css'
import swaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import '../theme/tokens.css'
import { inSpanish } from './in-spanish.ts'
import './reference.css'

const { classList, dataset } = document.documentElement
classList.toggle('dark-mode', dataset.mantineColorScheme === 'dark')

swaggerUi({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  // The viewer's highlight colours are too pale on its own background.
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  plugins: [inSpanish],
})
