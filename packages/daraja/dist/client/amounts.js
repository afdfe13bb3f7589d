/** KSh as M-Pesa writes them (`4500`, `'4500.00'`) to cents. Throws RangeError when it is not an amount. */
export function fromShillings(shillings) {
    const cents = Math.round(Number(shillings) * 100);
    if (!Number.isSafeInteger(cents))
        throw new RangeError(`not an amount of money: ${shillings}`);
    return cents;
}
/** Cents to KSh. */
export function toShillings(cents) {
    return cents / 100;
}
