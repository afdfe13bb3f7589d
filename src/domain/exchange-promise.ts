/** Days after delivery within which shoes are exchanged. The help page's text (db/migrations/0008-help.sql) says the same; a test compares them. */
export const exchangeDays = 7

/** The line beside every purchase. */
export const exchangeLine = `Exchange within ${exchangeDays} days.`
