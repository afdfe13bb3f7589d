import { randomInt } from 'node:crypto'
import { paperCode, paperLength, paperSigns } from '#domain/second-factor.ts'

/** How many codes somebody keeps on paper. */
const many = 10

/** New codes for paper; each opens its account once. */
export function makePaperCodes(): string[] {
  return Array.from({ length: many }, () => paperCode(Array.from({ length: paperLength }, () => paperSigns[randomInt(paperSigns.length)]).join('')))
}
