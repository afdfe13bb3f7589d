import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // Every route's address is in the first script already: no extra request per hover, and no manifest endpoint to attack.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
