import type { JSX } from "preact";

type ChoiceProps<T extends string> = {
  readonly label: string;
  /** What can be chosen, and how each is called. */
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChoose: (value: T) => void;
};

export const Choice = <T extends string>({ label, options, value, onChoose }: ChoiceProps<T>): JSX.Element => (
  <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value as T)}>
    {Object.entries<string>(options).map(([name, words]) => (
      <option key={name} value={name}>
        {words}
      </option>
    ))}
  </select>
);
