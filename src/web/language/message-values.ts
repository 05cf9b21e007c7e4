/** Words before a brace that opens a branch of a plural or of a choice, not a placeholder. */
type Branch = 'one' | 'many' | 'other' | '=0' | '=1' | '=3' | 'sales' | 'sale' | 'rent'

type EndsWithBranch<Before extends string> = Before extends `${string} ${Branch} ` ? true : false

/** The placeholder that starts where a brace was opened: text when it is bare or a choice, otherwise a number. */
type Slot<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name}, select,${string}`
    ? { readonly [K in Name]: string }
    : Inside extends `${infer Name}, ${string}`
      ? { readonly [K in Name]: number }
      : { readonly [K in Inside]: string }
  : unknown

type Slots<Message extends string, Before extends string = ''> = Message extends `${infer Text}{${infer Rest}`
  ? (EndsWithBranch<`${Before}${Text}`> extends true ? unknown : Slot<Rest>) & Slots<Rest, `${Before}${Text}{`>
  : unknown

/** The values that a message needs: `{ count: number; place: string }` for `{count, plural, …}` and `{place}`. */
export type MessageValues<Message extends string> = Slots<Message>

/** The arguments after a message: none when it has no placeholders. */
export type ValueArguments<Message extends string> = string extends Message
  ? [values: never]
  : Message extends `${string}{${string}`
    ? [values: MessageValues<Message>]
    : []
