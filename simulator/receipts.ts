import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const marks = `0123456789${letters}`

/** Generates unique receipt numbers; `given` are those in the book. */
export function createReceipts(given: Iterable<string>): (at: Date) => string {
  const used = new Set(given)
  return (at) => {
    let receipt: string
    do receipt = draw(at)
    while (used.has(receipt))
    used.add(receipt)
    return receipt
  }
}

/** Ten capitals and digits. As in real ones, the first three encode year (Q is 2022), month and day. */
function draw(at: Date): string {
  const nairobi = new Date(at.getTime() + 3 * 3_600_000)
  const year = letters[(nairobi.getUTCFullYear() - 2006) % 26]
  const month = letters[nairobi.getUTCMonth()]
  const day = marks[nairobi.getUTCDate()]
  return `${year}${month}${day}${Array.from({ length: 7 }, () => marks[randomInt(marks.length)]).join('')}`
}
