/** Imported before React, which then loads its development build. */
process.env.NODE_ENV = 'development'

export {}
