import { describe, expect, it } from 'vitest'
import {
  clockIn,
  INSTALLATION,
  matchingZones,
  placeOf,
  type ZoneChoices,
  zoneChoices,
} from './time-zones.ts'

const all = ['America/New_York', 'Europe/Paris', 'Asia/Tokyo', 'Europe/Madrid', 'America/Bogota']
const zones = { all, browser: 'Europe/Madrid', installation: 'UTC', own: null }

const namesOf = (choices: ZoneChoices) =>
  choices.flatMap(choice =>
    'group' in choice
      ? choice.items.map(({ value }) => `${choice.group}: ${value}`)
      : [choice.value],
  )

describe('the time zone options', () => {
  it("list the browser's, the installation's, and the others by region, once each", () => {
    expect(namesOf(zoneChoices(zones))).toEqual([
      'Europe/Madrid',
      INSTALLATION,
      'UTC',
      'América: America/Bogota',
      'América: America/New_York',
      'Asia: Asia/Tokyo',
      'Europa: Europe/Paris',
    ])
  })

  it("include the account's, even if the browser does not know it", () => {
    const own = 'Europe/Future'
    expect(namesOf(zoneChoices({ ...zones, own })).slice(0, 4)).toEqual([
      'Europe/Madrid',
      INSTALLATION,
      'UTC',
      own,
    ])
    expect(namesOf(zoneChoices({ ...zones, browser: 'UTC', own: 'UTC' })).slice(0, 3)).toEqual([
      'UTC',
      INSTALLATION,
      'América: America/Bogota',
    ])
  })

  it.each([
    ['', 7],
    ['madrid', 1],
    ['new york', 1],
    ['new_york', 1],
    ['nueva yórk', 1],
    ['tokio', 1],
    ['colombia', 1],
    ['instalacion', 1],
    ['europ', 2],
    ['Marte', 0],
  ])('match the typed text %j', (typed, found) => {
    expect(namesOf(matchingZones(zoneChoices(zones), typed))).toHaveLength(found)
  })
})

it('names the place of a zone in Spanish, unless its id says it', () => {
  expect(placeOf('Europe/Madrid')).toBe('España')
  expect(placeOf('America/New_York')).toBe('Nueva York')
  expect(placeOf('Europe/Berlin')).toBe('Alemania')
  expect(placeOf('America/Tijuana')).toBe('')
  expect(placeOf('UTC')).toBe('')
  expect(placeOf('Europe/Future')).toBe('')
})

it('gives the time in a zone, and an empty text for an unknown one', () => {
  const instant = Date.parse('2026-11-19T15:42:07Z')
  expect(clockIn('Europe/Madrid', instant)).toBe('16:42')
  expect(clockIn('Europe/Future', instant)).toBe('')
})
