import { describe, expect, it } from 'vitest'
import {
  completeLayout,
  defaultWidgets,
  inOrder,
  moveWidget,
  toggleWidget,
  widgetColumns,
  widgetIds,
} from './dashboard-layout.ts'
import type { Widget } from './model/dashboard.ts'

const widgets = (...ids: string[]): Widget[] =>
  ids.map((id, order) => ({ id, name: id, isVisible: true, order }))

const idsOf = (list: readonly Widget[]) => inOrder(list).map(({ id }) => id)

describe('the default layout', () => {
  it('shows every widget, in order and with a name', () => {
    expect(idsOf(defaultWidgets)).toEqual(widgetIds)
    expect(defaultWidgets.every(({ isVisible, name }) => isVisible && name !== '')).toBe(true)
  })
})

describe('a stored layout', () => {
  it('has every widget once, with missing ones at the end', () => {
    const [first, second] = widgets('ALERTS_TREND_CHART', 'WEATHER')
    if (!first || !second) throw new Error('there are no widgets')
    const complete = completeLayout([{ ...first, order: 9 }, second, { ...second, name: 'again' }])
    expect(complete.map(({ id }) => id)).toEqual([
      'WEATHER',
      'ALERTS_TREND_CHART',
      ...widgetIds.filter(id => id !== 'ALERTS_TREND_CHART'),
    ])
    expect(complete.map(({ order }) => order)).toEqual(complete.map((_, place) => place))
  })
})

describe('moving a widget', () => {
  it('swaps it with its neighbour', () => {
    expect(idsOf(moveWidget(widgets('a', 'b', 'c'), 'b', -1))).toEqual(['b', 'a', 'c'])
    expect(idsOf(moveWidget(widgets('a', 'b', 'c'), 'b', 1))).toEqual(['a', 'c', 'b'])
  })

  it('leaves the list as it is at the ends and for an unknown widget', () => {
    const list = widgets('a', 'b')
    expect(moveWidget(list, 'a', -1)).toEqual(list)
    expect(moveWidget(list, 'b', 1)).toEqual(list)
    expect(moveWidget(list, 'x', 1)).toEqual(list)
  })

  it('follows the order field instead of the list position, even if two are equal', () => {
    const [a, b, c] = widgets('a', 'b', 'c')
    const list = [c, a, b].filter(widget => widget !== undefined)
    expect(idsOf(moveWidget(list, 'c', -1))).toEqual(['a', 'c', 'b'])
    const equal = widgets('a', 'b').map(widget => ({ ...widget, order: 7 }))
    expect(idsOf(moveWidget(equal, 'b', -1))).toEqual(['b', 'a'])
  })

  it('keeps a hidden widget hidden', () => {
    const list = toggleWidget(widgets('a', 'b'), 'a')
    expect(moveWidget(list, 'a', 1)).toEqual([
      { id: 'b', name: 'b', isVisible: true, order: 0 },
      { id: 'a', name: 'a', isVisible: false, order: 1 },
    ])
  })
})

describe('toggling a widget', () => {
  it('hides it and shows it again', () => {
    const list = widgets('a', 'b')
    const hidden = toggleWidget(list, 'b')
    expect(hidden.map(({ isVisible }) => isVisible)).toEqual([true, false])
    expect(toggleWidget(hidden, 'b')).toEqual(list)
  })
})

describe('rows', () => {
  const wide = (...ids: string[]) => widgetColumns(ids).map(columns => columns.wide)
  const narrow = (...ids: string[]) => widgetColumns(ids).map(columns => columns.narrow)

  it('hold the default order in three rows of twelve columns', () => {
    expect(wide(...widgetIds)).toEqual([12, 8, 4, 5, 3, 4])
  })

  it('are filled by their last widget', () => {
    expect(wide('ALERTS_TREND_CHART', 'CONNECTION_HIGHLIGHTS')).toEqual([12, 12])
    expect(wide('CONNECTION_HIGHLIGHTS', 'QUICK_ACTIONS')).toEqual([5, 7])
    expect(wide('ALERT_ACTIVITY_FEED', 'GLOBAL_STATS_SUMMARY')).toEqual([12, 12])
    expect(wide('QUICK_ACTIONS')).toEqual([12])
    expect(wide()).toEqual([])
  })

  it('give a place to a widget that this version does not know', () => {
    expect(wide('SOMETHING_NEW', 'ALERTS_TREND_CHART')).toEqual([4, 8])
  })

  it('hold two widgets, or a wide one, on a narrow screen', () => {
    expect(narrow(...widgetIds)).toEqual([2, 2, 1, 1, 1, 1])
    expect(narrow('QUICK_ACTIONS', 'ALERTS_TREND_CHART')).toEqual([2, 2])
    expect(narrow('QUICK_ACTIONS', 'ALERT_ACTIVITY_FEED', 'CONNECTION_HIGHLIGHTS')).toEqual([
      1, 1, 2,
    ])
  })
})
