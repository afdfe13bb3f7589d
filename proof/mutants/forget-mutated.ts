import { inject } from 'vitest'

interface Module {
  importers: Set<string>
}
interface Modules {
  fileToModulesMap: Map<string, Set<Module>>
  idToModuleMap: Map<string, Module>
  invalidateModule(module: Module): void
}

/** The process loads again a file that had a mutant or has one now, and what imports it: it takes all others for unchanged. */
const { evaluatedModules } = (globalThis as unknown as { __vitest_worker__: { evaluatedModules: Modules } }).__vitest_worker__
const forgotten = new Set<Module>()
for (const file of inject('mutated')) for (const module of evaluatedModules.fileToModulesMap.get(file) ?? []) forget(module)

function forget(module: Module | undefined) {
  if (!module || forgotten.has(module)) return
  forgotten.add(module)
  for (const importer of module.importers) forget(evaluatedModules.idToModuleMap.get(importer))
  evaluatedModules.invalidateModule(module)
}
