/** The error when the wallet cannot be loaded (spec §8). */
export const walletFailure = 'Error fetching wallet data'
