/** A pseudo-random whole number below 2^32, determined by the three: the finaliser of MurmurHash3. */
export function hash32(seed: number, number: number, place: number): number {
  let bits = (number + Math.imul(place + 1, 0x9e3779b1) + Math.imul(seed, 0x85ebca77)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A UUID determined by a kind and a number. Ids of one kind sort by number, which is good for indexes. */
export function madeUpId(kind: number, number: number): string {
  const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(8, '0').slice(-digits)
  return `${hex(number, 8)}-${hex(kind, 4)}-4${hex(hash32(kind, number, 7), 3)}-8${hex(hash32(kind, number, 8), 3)}-${hex(hash32(kind, number, 9), 8)}${hex(hash32(kind, number, 10), 4)}`
}
