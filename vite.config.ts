import { createHash } from 'node:crypto'
import { reactRouter } from '@react-router/dev/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import routes from './src/web/routes.ts'

/** The oldest browsers whose scripts run (README); Samsung Internet 18 is Chrome 99. Sheets are lowered for them as well. */
const oldest = ['chrome97', 'safari15.4', 'firefox115']

/**
 * The folders of pages in the order in which a visitor comes to them. What several pages share travels in one file with the first part that needs it: a phone on
 * 3G pays for every request, and no page loads what only later ones need. What is imported lazily is a part too.
 */
const parts = {
  shop: ['layout', 'home', 'cart'],
  goods: ['catalogue', 'product', 'help', 'offline'],
  buying: ['checkout'],
  ordered: ['order'],
  account: ['account', 'dashboard', 'affiliate'],
  lazy: [],
  riders: ['rider'],
  admin: ['admin'],
}
const partNames = Object.keys(parts)
const partOfFolder = new Map(Object.entries(parts).flatMap(([part, folders]) => folders.map((folder) => [folder, part])))

/** The first part that loads a module. */
function firstPart(id: string, graph: Rolldown.ChunkingContext): string | undefined {
  const loading = partsThatLoad(id, graph, new Set())
  return partNames.find((part) => loading.has(part))
}

/** From the module up to the pages and lazy parts that import it. */
function partsThatLoad(id: string, graph: Rolldown.ChunkingContext, seen: Set<string>): Set<string> {
  const module = graph.getModuleInfo(id)
  if (seen.has(id) || !module) return new Set()
  seen.add(id)
  const own = module.isEntry ? [partOf(id)] : module.dynamicImporters.length > 0 ? ['lazy'] : []
  return new Set([...own, ...module.importers.flatMap((importer) => [...partsThatLoad(importer, graph, seen)])])
}

/** The part of a page. The root and the start belong to the first. */
function partOf(id: string): string {
  const folder = /[/\\]src[/\\]web[/\\]([^/\\]+)[/\\]/.exec(id)?.[1]
  const part = folder === undefined ? partNames[0] : partOfFolder.get(folder)
  if (!part) throw new Error(`vite.config.ts: the pages in src/web/${folder} belong to no part`)
  return part
}

/** The pages that a device keeps, besides the home page, by their routes. */
const keptPaths = ['products', 'category/:slug?', 'product/:id', 'help', 'offline']
/** They, the layout around them, and what starts them: their scripts and sheets are what the device has to have. */
const keptRoutes = routes
  .slice(0, 1)
  .flatMap((layout) => [layout, ...(layout.children ?? []).filter(({ index, path }) => index || (path && keptPaths.includes(path)))])
/** What opens over them (web/first-paint/lazy-parts.tsx). */
const keptOverlays = ['cart/cart-panel.tsx', 'cart/size-choice.tsx', 'layout/side-menu.tsx']
const shellParts = ['entry.client.tsx', 'root.tsx', ...keptOverlays, ...keptRoutes.map(({ file }) => file)]
const isShellPart = (id: string) => shellParts.some((file) => id.replaceAll('\\', '/').split('?')[0]?.endsWith(`/src/web/${file}`))
const shellFiles = ['/fonts/instrument-sans-core.woff2', '/fonts/parkinsans-core.woff2', '/placeholder.svg', '/favicon.svg']

/** The worker of the offline shop: one script of its own beside the pages, which knows by name what they are made of. */
function offlineWorker(): Plugin {
  const shell = new Set<string>()
  return {
    name: 'offline-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const add = (file: string) => {
        const chunk = bundle[file]
        if (shell.has(`/${file}`) || chunk?.type !== 'chunk') return
        shell.add(`/${file}`)
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) shell.add(`/${sheet}`)
        for (const each of chunk.imports) add(each)
      }
      for (const [file, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && isShellPart(chunk.facadeModuleId ?? '')) add(file)
    },
    async closeBundle() {
      const files = [...shell].sort()
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          BUILD: JSON.stringify(createHash('sha256').update(files.join()).digest('hex').slice(0, 12)),
          SHELL: JSON.stringify([...files, ...shellFiles]),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: 'build/client',
          emptyOutDir: false,
          target: oldest,
          rollupOptions: { input: 'src/web/offline/service-worker.ts', output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      })
    },
  }
}

/** Parts of the router that this shop does not switch on: in browsers their functions do nothing. */
const unusedParts = ['router/instrumentation.js', 'dom/ssr/fog-of-war.js']

function withoutUnusedParts(): Plugin {
  return {
    name: 'without-unused-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!unusedParts.some((file) => id.replaceAll('\\', '/').endsWith(`/react-router/dist/production/lib/${file}`))) return
      const names = /export \{ (.+) \}/.exec(code)?.[1]?.split(', ') ?? []
      return `const none = () => {}\nexport { ${names.map((name) => `none as ${name}`).join(', ')} }`
    },
  }
}

export default defineConfig({
  plugins: [reactRouter(), withoutUnusedParts(), offlineWorker()],
  build: { cssTarget: oldest },
  environments: {
    client: {
      build: {
        target: oldest,
        rollupOptions: {
          output: {
            // A phone on 3G pays for every request: the framework, and what more than one page shares, travel in one file each.
            codeSplitting: {
              groups: [
                { name: 'frame', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
                ...partNames.map((part, place) => ({
                  debugName: part,
                  name: (id: string, graph: Rolldown.ChunkingContext) => (firstPart(id, graph) === part ? part : null),
                  test: /\/src\/(ui|domain|web)\//,
                  minShareCount: 2,
                  priority: 2 - place / 10,
                })),
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rollupOptions: {
          // Node runs these floors as they stand: the page build and the routes must share one copy of each module.
          external: [/^#(domain|db|services|features)\//, '#web/shop-context.ts'],
        },
      },
    },
  },
})
