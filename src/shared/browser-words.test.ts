import { describe, expect, it } from 'vitest'
import { browserWords } from './browser-words.ts'

const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium}`
const android = `Mozilla/5.0 (Linux; Android 10; K) ${chromium}`
const apple = (device: string) => `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const iPhone = apple('iPhone; CPU iPhone OS 18_1 like Mac OS X')

describe('browserWords', () => {
  it.each([
    ['Chrome en Windows', `${windows} Safari/537.36`],
    ['Edge en Windows', `${windows} Safari/537.36 Edg/131.0.0.0`],
    ['Opera en Windows', `${windows} Safari/537.36 OPR/115.0.0.0`],
    ['Vivaldi en Windows', `${windows} Safari/537.36 Vivaldi/7.0.3495.15`],
    ['Chrome en Linux', `Mozilla/5.0 (X11; Linux x86_64) ${chromium} Safari/537.36`],
    ['Chrome en ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chromium} Safari/537.36`],
    ['Chrome en Android', `${android} Mobile Safari/537.36`],
    ['Samsung Internet en Android', `${android} SamsungBrowser/27.0 Mobile Safari/537.36`],
    ['Edge en Android', `${android} Mobile Safari/537.36 EdgA/131.0.0.0`],
    ['Firefox en Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
    ['Firefox en Android', 'Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0'],
    [
      'Safari en macOS',
      `${apple('Macintosh; Intel Mac OS X 10_15_7')} Version/18.1 Safari/605.1.15`,
    ],
    ['Safari en iPhone', `${iPhone} Version/18.1 Mobile/15E148 Safari/604.1`],
    ['Chrome en iPhone', `${iPhone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
    ['Firefox en iPhone', `${iPhone} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`],
    [
      'Safari en iPad',
      `${apple('iPad; CPU OS 16_7 like Mac OS X')} Version/16.6 Mobile/15E148 Safari/604.1`,
    ],
  ])('names «%s»', (name, userAgent) => {
    expect(browserWords(userAgent).name).toBe(name)
  })

  it('tells phones from computers', () => {
    expect(browserWords(iPhone).isPhone).toBe(true)
    expect(browserWords(android).isPhone).toBe(true)
    expect(browserWords(windows).isPhone).toBe(false)
  })

  it('names a program without its version', () => {
    expect(browserWords('curl/8.9.1').name).toBe('curl')
    expect(browserWords('node').name).toBe('node')
  })

  it('calls an unknown or missing user agent «Navegador desconocido»', () => {
    expect(browserWords('Mozilla/5.0 (Nobody knows)').name).toBe('Navegador desconocido')
    expect(browserWords('Mozilla/5.0 (X11; Linux)').name).toBe('Navegador desconocido en Linux')
    expect(browserWords(null).name).toBe('Navegador desconocido')
  })
})
