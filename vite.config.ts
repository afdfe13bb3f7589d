import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            // A phone on 3G pays for every request: the framework, and what more than one page shares, travel in one file each.
            codeSplitting: {
              groups: [
                { name: 'frame', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'shop', test: /src\/(ui|domain|web)\//, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        rollupOptions: {
          // Node runs these floors as they stand: the page build and the doors must share one copy of each module.
          external: [/^#(domain|db|services|features)\//, '#web/shop-context.ts'],
        },
      },
    },
  },
})
