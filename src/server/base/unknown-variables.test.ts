import { expect, it } from 'vitest'
import { variableNames } from './config.ts'
import { unknownVariables } from './unknown-variables.ts'

const set = (...names: string[]) => Object.fromEntries(names.map(name => [name, 'x']))

it('warns of variables that look like Pregonero’s', () => {
  expect(unknownVariables(set('LOG_LEVL'), {})).toBe(
    'Esta versión no conoce la variable LOG_LEVL (¿LOG_LEVEL?) y no le hace caso.',
  )
  expect(unknownVariables(set('DATADIR', 'PUBLIC_ULR', 'port', 'PREGONERO_PORT'), {})).toBe(
    'Esta versión no conoce las variables DATADIR (¿DATA_DIR?), PREGONERO_PORT, PUBLIC_ULR (¿PUBLIC_URL?) y port (¿PORT?) y no les hace caso.',
  )
})

it('warns of every unknown variable in the .env', () => {
  expect(unknownVariables({}, set('PORT', 'TELEGRAM_BOT_TOKEN'))).toBe(
    'Esta versión no conoce la variable TELEGRAM_BOT_TOKEN y no le hace caso.',
  )
})

it('ignores known variables and those of other programs', () => {
  expect(unknownVariables(set(...variableNames), set(...variableNames))).toBeNull()
  const others =
    'PATH HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL LANG TERM TZ PWD OLDPWD SHLVL POST HOME_URL XDG_DATA_DIRS XDG_DATA_HOME PGHOST PGPORT PGDATABASE PGDATA DATABASE_USER DATABASE_NAME DATABASE_HOST SECRET_KEY_BASE TELEGRAM_BOT_TOKEN HTTP_PROXY NO_PROXY NODE_ENV NODE_OPTIONS npm_config_registry npm_lifecycle_event npm_package_version LOGLEVEL_X SSH_CLIENT INVOCATION_ID JOURNAL_STREAM KUBERNETES_PORT KUBERNETES_SERVICE_HOST DEBUG CI'
  expect(unknownVariables(set(...others.split(' ')), {})).toBeNull()
})

it('accepts lower-case proxy variables, and ignores those of other protocols', () => {
  const proxies = { https_proxy: 'http://a', NO_PROXY: 'b', FTP_PROXY: 'c', ftp_proxy: 'c' }
  expect(unknownVariables(proxies, {})).toBeNull()
  expect(unknownVariables({}, { no_proxy: 'a' })).toBeNull()
})
