import { TextInput, type TextInputProps } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { KeyHint } from './KeyHint.tsx';

/**
 * A search whose text is stored elsewhere, such as in the URL, which may lag behind typing: while focused, the field
 * shows what is typed. Screens focus it by `/`.
 */
export function SearchField({
  value,
  onSearch,
  field,
  ...props
}: Omit<TextInputProps, 'onChange' | 'type'> & {
  value: string;
  onSearch: (text: string) => void;
  field: Ref<HTMLInputElement | null>;
}) {
  const [text, setText] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(field, () => input.current, []);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value);
  }, [value]);
  return (
    <TextInput
      {...props}
      ref={input}
      type="search"
      rightSection={value === '' && <KeyHint>/</KeyHint>}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onSearch(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        setText('');
        onSearch('');
        event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}
