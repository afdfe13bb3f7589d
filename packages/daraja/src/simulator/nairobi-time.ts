/** `20261120165207`: Nairobi time as in TransactionDate and Timestamp. */
export function wireStamp(at: Date): string {
  const { year, month, day, hour, minute, second } = parts(at)
  return `${year}${month}${day}${hour}${minute}${second}`
}

/** `20112026165207`: Nairobi time as in a CheckoutRequestID. */
export function idStamp(at: Date): string {
  const { year, month, day, hour, minute, second } = parts(at)
  return `${day}${month}${year}${hour}${minute}${second}`
}

/** `20.11.2026 16:52:07`: Nairobi time as in the result of a payout. */
export function resultStamp(at: Date): string {
  const { year, month, day, hour, minute, second } = parts(at)
  return `${day}.${month}.${year} ${hour}:${minute}:${second}`
}

/** `20/11/26 at 4:52 PM`: Nairobi time as in an M-PESA message. */
export function messageStamp(at: Date): string {
  const { year, month, day, hour, minute } = parts(at)
  return `${day}/${month}/${year.slice(2)} at ${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}

/** `4:52`: the clock at the top of the phone. */
export function clockFace(at: Date): string {
  const { hour, minute } = parts(at)
  return `${Number(hour) % 12 || 12}:${minute}`
}

/** Nairobi is UTC+3 all year round, so the shifted UTC fields are the local ones. */
function parts(at: Date) {
  const [year, month, day, hour, minute, second] = new Date(at.getTime() + 3 * 3_600_000).toISOString().split(/\D/)
  return { year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! }
}
