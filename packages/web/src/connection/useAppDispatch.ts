import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';

/** The store's dispatch, which takes thunks. */
export const useAppDispatch = useDispatch.withTypes<ThunkDispatch<ConnectionState, unknown, UnknownAction>>();
