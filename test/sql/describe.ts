import type { EventEmitter } from 'node:events'
import type pg from 'pg'

/** What PostgreSQL says of a text without carrying it out: the types of `$1`, `$2` and so on, and the columns of the answer. */
export interface Description {
  parameters: number[]
  columns: { name: string; type: number }[]
}

export interface Refusal {
  message: string
  /** Of the first character that it cannot make sense of, from 0. */
  offset: number
}

interface Connection extends EventEmitter {
  parse(statement: { text: string }): void
  describe(what: { type: 'S' }): void
  sync(): void
}

/** Parse and Describe, without Bind and Execute. One at a time. */
export function describeText(client: pg.Client, text: string): Promise<Description | Refusal> {
  return new Promise((settle) => {
    const description: Description = { parameters: [], columns: [] }
    const hear = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      description.parameters = dataTypeIDs
    }
    const query = {
      submit(connection: Connection) {
        connection.once('parameterDescription', hear)
        connection.parse({ text })
        connection.describe({ type: 'S' })
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        description.columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
      },
      handleError({ message, position }: { message: string; position?: string }, connection: Connection) {
        connection.off('parameterDescription', hear)
        settle({ message, offset: Number(position ?? 1) - 1 })
      },
      handleReadyForQuery: () => settle(description),
    }
    client.query(query as unknown as pg.Submittable)
  })
}
