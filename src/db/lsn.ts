/** A position in the WAL, such as `0/3000028`, as a number of bytes; null for a text that is none. */
export function readLsn(text: string): bigint | null {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/.exec(text) ?? []
  return high && low ? (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) : null
}
