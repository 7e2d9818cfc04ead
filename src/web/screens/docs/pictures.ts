/** Screenshots of this app, taken by `npm run screenshots`. */

export interface DocsPicture {
  dark: string
  light: string
}

/** Each address is a literal, so that the build finds the file. */
export const pictures = {
  dashboard: {
    dark: new URL('../../../../docs/screenshots/dashboard-dark.webp', import.meta.url).href,
    light: new URL('../../../../docs/screenshots/dashboard-light.webp', import.meta.url).href,
  },
  connections: {
    dark: new URL('../../../../docs/screenshots/connections-dark.webp', import.meta.url).href,
    light: new URL('../../../../docs/screenshots/connections-light.webp', import.meta.url).href,
  },
  payload: {
    dark: new URL('../../../../docs/screenshots/payload-dark.webp', import.meta.url).href,
    light: new URL('../../../../docs/screenshots/payload-light.webp', import.meta.url).href,
  },
  templateEditor: {
    dark: new URL('../../../../docs/screenshots/template-editor-dark.webp', import.meta.url).href,
    light: new URL('../../../../docs/screenshots/template-editor-light.webp', import.meta.url).href,
  },
  alertDetail: {
    dark: new URL('../../../../docs/screenshots/alert-detail-dark.webp', import.meta.url).href,
    light: new URL('../../../../docs/screenshots/alert-detail-light.webp', import.meta.url).href,
  },
} satisfies Record<string, DocsPicture>
