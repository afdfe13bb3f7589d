// The demo runs the production build as well (decisions, Names and settings). Imported first: React chooses its build when it is loaded.
process.env.NODE_ENV = 'production'
