// For `node --import`: the clock of the process jumps by as many milliseconds as the parent says, whenever it says so.
const now = Date.now.bind(Date)
let shift = 0
Date.now = () => now() + shift
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [Date.now()] : given, made),
  apply: () => new Date().toString(),
})
process.on('SIGUSR2', () => {
  shift += Number(process.env.CLOCK_JUMP_MS)
  console.log(`The clock says ${new Date().toISOString()}`)
})
