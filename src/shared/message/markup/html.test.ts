import { describe, expect, it } from 'vitest'
import { formattedParts } from '../../../../tests/support/formatted-parts.ts'
import { isHtml, parseHtml } from './html.ts'
import { Slots } from './slots.ts'

const parse = (html: string) => parseHtml(html, new Slots())
const text = (html: string) => parse(html).text
const parts = (html: string) => formattedParts(parse(html))

describe('isHtml', () => {
  it('is true for text that begins with < and ends with >', () => {
    expect(isHtml('\n <b>a</b> ')).toBe(true)
    expect(isHtml('a <b>b</b>')).toBe(false)
    expect(isHtml('<b>a</b> b')).toBe(false)
    expect(isHtml('> a')).toBe(false)
  })
})

describe('tags of Telegram', () => {
  it.each([
    ['<b>a</b>', 'bold[a]'],
    ['<STRONG>a</STRONG>', 'bold[a]'],
    ['<i>a</i>', 'italic[a]'],
    ['<em>a</em>', 'italic[a]'],
    ['<u>a</u>', 'underline[a]'],
    ['<ins>a</ins>', 'underline[a]'],
    ['<s>a</s>', 'strikethrough[a]'],
    ['<strike>a</strike>', 'strikethrough[a]'],
    ['<del>a</del>', 'strikethrough[a]'],
    ['<tg-spoiler>a</tg-spoiler>', 'spoiler[a]'],
    ['<span class="x tg-spoiler">a</span>', 'spoiler[a]'],
    ['<code>a</code>', 'code[a]'],
    ['<pre>a\n  b</pre>', 'pre[a\n  b]'],
    ['<pre><code class="language-json">\n{}\n</code></pre>', 'pre[{}] json'],
    ['<blockquote>a</blockquote>', 'blockquote[a]'],
    ['<blockquote expandable>a</blockquote>', 'expandable_blockquote[a]'],
    ['<a href="https://x.y/?a=1&amp;b=2">a</a>', 'text_link[a] https://x.y/?a=1&b=2'],
    ["<a href='tg://user?id=1'>a</a>", 'text_link[a] tg://user?id=1'],
  ])('become entities: %s', (html, part) => {
    expect(parts(html)).toEqual([part])
  })

  it.each([
    '<span>a</span>',
    '<a>a</a>',
    '<a href="javascript:x">a</a>',
    '<tg-emoji emoji-id="1">a</tg-emoji>',
    '<code-x>a</code-x>',
    '<constructor>a</constructor>',
  ])('leave only their text if unsupported: %s', html => {
    expect(parse(html)).toEqual({ text: 'a', entities: [] })
  })

  it('are ignored beyond 100 levels, but their text is kept', () => {
    const deep = (depth: number) =>
      `${'<div>'.repeat(depth)}<b>a</b>${'</div>'.repeat(depth)}<i>b</i>`
    expect(parts(deep(99))).toEqual(['bold[a]', 'italic[b]'])
    expect(parts(deep(100))).toEqual(['italic[b]'])
    expect(text(deep(100))).toBe('a\nb')
  })

  it('are repaired if badly nested or never closed', () => {
    expect(parts('<b>a<i>b</b>c</i><u>d')).toEqual(['bold[ab]', 'italic[b]', 'underline[d]'])
  })
})

describe('text', () => {
  it('has its entities decoded once', () => {
    expect(text('&lt;b&gt; &amp;amp; &euro; &#39;&#x27; &ntilde;')).toBe("<b> &amp; € '' ñ")
  })

  it('leaves out scripts, styles and comments', () => {
    expect(text('a<script>b</script><style>c</style><!-- d -->e')).toBe('ae')
  })

  it('keeps its line feeds, without the indentation of the source', () => {
    expect(text('<b>a</b>  b\n\n   c\td')).toBe('a  b\n\nc d')
  })
})

describe('other tags', () => {
  it('break lines', () => {
    expect(text('a<br>b<br/>\nc<br><br>d')).toBe('a\nb\nc\n\nd')
    expect(text('a<div>b</div>c<div><div>d</div></div>')).toBe('a\nb\nc\nd')
    expect(text('<p>a</p>\n<p>b</p><p></p><p>c</p>d')).toBe('a\n\nb\n\nc\n\nd')
  })

  it('do not add to the line feeds beside them', () => {
    expect(text('<div>\n  a\n</div>\n<div>\n  b\n</div>\n\nc')).toBe('a\nb\n\nc')
    expect(text('a<br><div>b</div>\n<br>\n<div>c</div>')).toBe('a\nb\n\nc')
  })

  it('make headings bold lines', () => {
    const message = parse('<h1>a</h1>b<h3>c</h3>')
    expect(message.text).toBe('a\nb\nc')
    expect(formattedParts(message)).toEqual(['bold[a]', 'bold[c]'])
  })

  it('make lists', () => {
    const html = `<ul>
      <li>a</li>
      <li><b>b</b>
        <ol><li>c</li><li>d</li></ol>
      </li>
    </ul>e`
    expect(text(html)).toBe('• a\n• b\n  1. c\n  2. d\ne')
    expect(parts(html)).toEqual(['bold[b]'])
  })

  it('keep the cells of a row apart', () => {
    const row = '<tr><th>RSI 14</th><td>55</td></tr>'
    expect(text(`<table>${row}${row}</table>a`)).toBe('RSI 14 55\nRSI 14 55\na')
  })

  it('leave no entity and no line when they are empty', () => {
    expect(parse('<p>a</p><p><b> </b></p><h2></h2><p>b</p>')).toEqual({
      text: 'a\n\nb',
      entities: [],
    })
  })
})
