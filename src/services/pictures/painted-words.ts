import { readFileSync } from 'node:fs'

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
