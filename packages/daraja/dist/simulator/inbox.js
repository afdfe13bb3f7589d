export function readInbox(entries) {
    const byPhone = new Map();
    function apply(entry) {
        if (entry.kind !== 'sms')
            return;
        const { kind: _, ...message } = entry;
        byPhone.set(message.phone, [...(byPhone.get(message.phone) ?? []), message]);
    }
    for (const entry of entries)
        apply(entry);
    return { apply, list: (phone) => (phone === undefined ? [...byPhone.values()].flat() : (byPhone.get(phone) ?? [])) };
}
