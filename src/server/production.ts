// The demo runs as fast as the real thing (decisions, Names and settings). Imported before all else: React chooses its build when it is loaded.
process.env.NODE_ENV = 'production'
