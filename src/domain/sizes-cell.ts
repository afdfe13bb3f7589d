import type { SizeStock } from '#domain/catalogue.ts'

/** `36=3|37=0`: not `36:3`, which a spreadsheet takes for a time of day. A bar in a size is written `\|`. */
export function sizesCell(sizes: SizeStock[]): string {
  return sizes.map(({ label, stock }) => `${label.replace(/[\\|]/g, '\\$&')}=${stock}`).join('|')
}

/** The sizes of a cell, or an error message. */
export function readSizesCell(text: string): SizeStock[] | string {
  const sizes: SizeStock[] = []
  for (const part of partsOf(text)) {
    const match = /^(.{1,40}?)\s*=\s*(\d{1,7})$/su.exec(part)
    const label = match?.[1]?.trim()
    if (!label) return `Enter pairs of each size like 36=3|37=0; "${part.slice(0, 40)}" is not.`
    if (sizes.some((size) => size.label === label)) return `Name each size once; ${label} stands twice.`
    sizes.push({ label, stock: Number(match?.[2]) })
  }
  return sizes
}

function partsOf(text: string): string[] {
  const parts = ['']
  for (const piece of text.match(/\\.|[^\\]/gsu) ?? []) {
    if (piece === '|') parts.push('')
    else parts[parts.length - 1] += piece.length > 1 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
