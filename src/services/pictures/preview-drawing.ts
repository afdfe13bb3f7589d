import { readFileSync } from 'node:fs'
import { previewFile } from '#domain/storage.ts'

/** The texts on a link preview. Prices are formatted; `was` is struck through. */
export interface PreviewWords {
  shop: string
  name: string
  price: string
  was: string | null
}

const { width, height } = previewFile
/** The picture is on the right, in its 5:4 aspect ratio; the texts are on the left. */
export const shoe = { left: 470, width: width - 470, height }
/** The yellow line of every product picture (look.md, Art) is continued to the left. */
const line = { y: Math.round(height * 0.6075), thick: 8 }
const colours = { ink: '#1d1829', line: '#ffc72c', soft: '#b9b3c6', upper: '#d5e6ec', lower: '#b3d0da' }
const left = 52
const room = shoe.left - left - 32
/** Font sizes to try for a name, with the maximum number of lines of each. */
const sizes = [
  { size: 58, lines: 3 },
  { size: 48, lines: 4 },
  { size: 40, lines: 5 },
]

/** The SVG of a preview without the picture, which is composited at the right. */
export function previewDrawing(words: PreviewWords): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${colours.ink}"/>`,
    `<rect x="${shoe.left}" width="${shoe.width}" height="${height}" fill="${colours.upper}"/>`,
    `<rect x="${shoe.left}" y="${line.y}" width="${shoe.width}" height="${height - line.y}" fill="${colours.lower}"/>`,
    `<rect y="${line.y - line.thick / 2}" width="${width}" height="${line.thick}" fill="${colours.line}"/>`,
    signature(words.shop),
    nameOf(words.name),
    pricesOf(words),
    '</svg>',
  ].join('')
}

/** The shop's name with its full stop. */
function signature(shop: string): string {
  const size = 40
  const [word = ''] = wrap(drawable(shop.toLowerCase()), size, room - 24, 1, -0.05)
  const stop = left + widthOf(word, size, -0.05) + 11
  return `${paint(word, { x: left, y: 84, size, fill: '#fff', tracking: -0.05 })}<circle cx="${stop}" cy="77" r="7.5" fill="${colours.line}"/>`
}

/** Bottom-aligned on the yellow line. */
function nameOf(name: string): string {
  const text = drawable(name)
  const tried = sizes.map(({ size, lines }) => ({ size, lines: wrap(text, size, room, lines, -0.03) }))
  const { size, lines } = tried.find(({ lines }) => !lines.some((each) => each.endsWith('…'))) ?? (tried.at(-1) as (typeof tried)[number])
  const foot = line.y - 40
  return lines
    .map((words, at) => paint(words, { x: left, y: foot - (lines.length - 1 - at) * size * 1.06, size, fill: '#fff', tracking: -0.03 }))
    .join('')
}

function pricesOf({ price, was }: PreviewWords): string {
  const now = drawable(price)
  const size = widthOf(now, 62, -0.03) > room ? 46 : 62
  const drawn = paint(now, { x: left, y: line.y + 92, size, fill: colours.line, tracking: -0.03 })
  if (was === null) return drawn
  const before = drawable(was)
  const wide = widthOf(before, 34, -0.02)
  const y = line.y + 148
  return `${drawn}${paint(before, { x: left, y, size: 34, fill: colours.soft, tracking: -0.02 })}<rect x="${left - 3}" y="${y - 14}" width="${wide + 6}" height="3.5" fill="${colours.soft}"/>`
}

interface Face {
  /** For each character: its advance width, and its outline with y upwards; 1000 units per em. */
  glyphs: Record<string, [advance: number, outline: string]>
  kerns: Record<string, number>
}
const face = JSON.parse(readFileSync(new URL('./parkinsans-800.json', import.meta.url), 'utf8')) as Face
const glyphs = new Map(Object.entries(face.glyphs))
const kerns = new Map(Object.entries(face.kerns))

/** The text reduced to the font's characters: unsupported accents are dropped, other unsupported characters removed. */
export function drawable(text: string): string {
  const signs = [...text.normalize('NFC').replace(/\s+/g, ' ')].flatMap((sign) =>
    glyphs.has(sign) ? [sign] : [...sign.normalize('NFKD')].filter((part) => glyphs.has(part)),
  )
  return signs.join('').replace(/ +/g, ' ').trim()
}

/** The width of a drawable text in pixels. */
export function widthOf(text: string, size: number, tracking = 0): number {
  return placed(text, size, tracking).end
}

/** A drawable text as SVG outlines, with its baseline starting at a point, so that it looks the same with any installed fonts. `tracking` in em. */
export function paint(
  text: string,
  { x, y, size, fill, tracking = 0 }: { x: number; y: number; size: number; fill: string; tracking?: number },
): string {
  const scale = size / 1000
  const signs = placed(text, size, tracking).signs.map(
    ({ at, outline }) => `<path transform="translate(${(x + at).toFixed(2)} ${y}) scale(${scale} ${-scale})" d="${outline}"/>`,
  )
  return `<g fill="${fill}">${signs.join('')}</g>`
}

/** Wraps a text into at most `maxLines` lines no wider than `maxWidth`; text that does not fit ends in an ellipsis. */
export function wrap(text: string, size: number, maxWidth: number, maxLines: number, tracking = 0): string[] {
  const fits = (line: string) => widthOf(line, size, tracking) <= maxWidth
  const lines: string[] = []
  const words = text.split(' ')
  while (words.length > 0 && lines.length < maxLines) {
    let line = words.shift() as string
    while (words.length > 0 && fits(`${line} ${words[0]}`)) line += ` ${words.shift()}`
    lines.push(line)
  }
  return lines.map((line, at) => (at === lines.length - 1 && words.length > 0 ? shortened(`${line} ${words[0]}`, fits) : shortened(line, fits, line)))
}

function shortened(line: string, fits: (line: string) => boolean, whole?: string): string {
  if (whole !== undefined && fits(whole)) return whole
  let short = line
  while (short !== '' && !fits(`${short}…`)) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}

function placed(text: string, size: number, tracking: number) {
  const signs: { at: number; outline: string }[] = []
  let end = 0
  const all = [...text]
  for (const [place, sign] of all.entries()) {
    const [advance, outline] = glyphs.get(sign) ?? [0, '']
    if (outline !== '') signs.push({ at: end, outline })
    const kern = kerns.get(sign + (all[place + 1] ?? '')) ?? 0
    end += ((advance + kern) / 1000 + tracking) * size
  }
  return { signs, end }
}
