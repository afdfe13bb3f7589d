/** The options of a select: values with their texts, or a table whose entries are texts or have a label. */
export function Options({ of }: { of: [value: string, text: string][] | Record<string, string | { label: string }> }) {
  const options = Array.isArray(of) ? of : Object.entries(of).map(([value, text]) => [value, typeof text === 'string' ? text : text.label])
  return options.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
}
