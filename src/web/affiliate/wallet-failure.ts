/** When the wallet cannot be read (spec §8). */
export const walletFailure = 'Error fetching wallet data'
